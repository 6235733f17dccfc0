import type { AdminTables } from "./admin.ts";
import type { AnalyticsTables } from "./analytics.ts";
import type { AssistantTables } from "./assistant.ts";
import type { CatalogTables } from "./catalog.ts";
import type { CmsTables } from "./cms.ts";
import type { CorpusTables } from "./corpus.ts";
import type { CrmTables } from "./crm.ts";
import type { MediaTables } from "./media.ts";
import type { PageTables } from "./pages.ts";
import type { PrivacyTables } from "./privacy.ts";
import type { ProjectTables } from "./projects.ts";
import type { ScenarioTables } from "./scenarios.ts";
import type { SettingsTables } from "./settings.ts";

/** All tables of the database, for Kysely. */
export interface Database
  extends
    AdminTables,
    AnalyticsTables,
    AssistantTables,
    CatalogTables,
    CmsTables,
    CorpusTables,
    CrmTables,
    MediaTables,
    PageTables,
    PrivacyTables,
    ProjectTables,
    ScenarioTables,
    SettingsTables {}
