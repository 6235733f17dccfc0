import { define } from "@/lib/define.ts";
import { systemMappings } from "@/routes/admin/(_sections)/cms/mapping_tables.tsx";
import { oneMapping } from "@/routes/admin/(_sections)/cms/mappings.tsx";

export const handler = define.handlers(oneMapping(systemMappings));
