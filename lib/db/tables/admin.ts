import type { ColumnType, GeneratedAlways } from "kysely";

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

/** What staff and the service itself did. */
export interface AdminTables {
  audit_log: AuditLogTable;
}
