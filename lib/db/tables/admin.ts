import type { ColumnType, GeneratedAlways } from "kysely";
import type { Role } from "../../admin/mod.ts";

/** A record as it was; read as unknown, for its shape is that of its time. */
type NullableJson = ColumnType<unknown, object | null | undefined, never>;

interface AuditLogTable {
  id: GeneratedAlways<number>;
  /** Written by the database. */
  at: ColumnType<Date, never, never>;
  actor: string;
  action: string;
  entity_type: string;
  entity_id: string | null;
  before: NullableJson;
  after: NullableJson;
  request_id: string | null;
}

/** Written by the database. */
type Stamp = ColumnType<Date, never, never>;

interface AdminUsersTable {
  /** In lower case. */
  email: string;
  role: Role;
  retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Stamp;
  updated_at: Stamp;
}

/** Who the staff are, and what they and the service itself did. */
export interface AdminTables {
  admin_users: AdminUsersTable;
  audit_log: AuditLogTable;
}
