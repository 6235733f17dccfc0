import type { ColumnType, GeneratedAlways } from "kysely";

/** A record as it was; read as unknown, for its shape is that of its time. */
type NullableJson = ColumnType<unknown, object | null | undefined, never>;

/** Entries are added and read; the database refuses all else. */
interface AuditLogTable {
  /** From 1, without gaps. */
  seq: GeneratedAlways<number>;
  at: GeneratedAlways<Date>;
  actor: ColumnType<string, string, never>;
  action: ColumnType<string, string, never>;
  entity_type: ColumnType<string, string, never>;
  entity_id: ColumnType<string | null, string | null, never>;
  before: NullableJson;
  after: NullableJson;
  request_id: ColumnType<string | null, string | null, never>;
  /** Seals the entry and, through the one before it, all before. */
  hash: GeneratedAlways<string>;
}

/** The one row that says where the log ends; moved by the database. */
interface AuditChainTable {
  length: GeneratedAlways<number>;
  hash: GeneratedAlways<string>;
}

/** Written by the database. */
type Stamp = ColumnType<Date, never, never>;

interface AdminUsersTable {
  /** In lower case. */
  email: string;
  role: "admin" | "editor" | "auditor";
  retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Stamp;
  updated_at: Stamp;
}

/** Who the staff are, and what they and the service itself did. */
export interface AdminTables {
  admin_users: AdminUsersTable;
  audit_chain: AuditChainTable;
  audit_log: AuditLogTable;
}
