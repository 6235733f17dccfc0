/** Row types of the staff room and of the audit log. */
import type { ColumnType, GeneratedAlways } from "kysely";
import type { Stamp } from "./columns.ts";

/** A snapshot of a record. Read as unknown, because it has the shape of the release that wrote it. */
type NullableJson = ColumnType<unknown, object | null | undefined, never>;

/** Append-only: the database refuses updates and deletes. */
interface AuditLogTable {
  /** Counts from 1 without gaps. */
  seq: GeneratedAlways<number>;
  at: GeneratedAlways<Date>;
  actor: ColumnType<string, string, never>;
  action: ColumnType<string, string, never>;
  entity_type: ColumnType<string, string, never>;
  entity_id: ColumnType<string | null, string | null, never>;
  before: NullableJson;
  after: NullableJson;
  request_id: ColumnType<string | null, string | null, never>;
  /** Hash of this entry and of the previous hash, which chains all entries. */
  hash: GeneratedAlways<string>;
}

/** One row with the length and the last hash of the audit log, maintained by triggers. */
interface AuditChainTable {
  length: GeneratedAlways<number>;
  hash: GeneratedAlways<string>;
}

interface AdminUsersTable {
  /** In lower case. */
  email: string;
  role: "admin" | "editor" | "auditor";
  retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Stamp;
  updated_at: Stamp;
}

/** Tables of staff members and of the audit log. */
export interface AdminTables {
  admin_users: AdminUsersTable;
  audit_chain: AuditChainTable;
  audit_log: AuditLogTable;
}
