/**
 * The roles of staff stored in `admin_users` (design §7), in addition to the administrators that `ADMIN_EMAILS` names.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Config } from "../config/mod.ts";
import type { Database } from "../db/mod.ts";
import { AppError } from "../http/mod.ts";
import { type ChangeOutcome, changeRecord, createRecord, type Entity } from "../records/mod.ts";
import { DEVELOPER } from "./decision.ts";
import { capabilitiesOf, type Role, ROLES } from "./roles.ts";
import type { Staff, StaffAuthor } from "./staff.ts";

/** A stored user: an e-mail address and its role. */
export interface AdminUser {
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
  /** A retired user keeps the role but has no access. */
  readonly retired: boolean;
}

/** A user with the source of their role. */
export interface ListedUser extends AdminUser {
  /** `configuration` cannot be edited here, and takes precedence over a record. */
  readonly source: "configuration" | "record";
}

/**
 * A form field for an e-mail address as the perimeter reports it: ASCII and lower case, so that no look-alike letter
 * can match another address.
 */
export function emailField() {
  return z.string("Enter an e-mail address").trim().max(254, "Use at most 254 characters")
    .pipe(z.email("Enter an e-mail address, such as name@example.com"))
    .transform((email) => email.toLowerCase());
}

/** A form field for a role. */
export function roleField() {
  return z.enum(ROLES, "Choose a role");
}

const userEntity: Entity<AdminUser> = {
  type: "user",
  async read(db, id, { lock }) {
    // Locks all users in one order, so that of two administrators who change each other the second sees the first
    // change.
    if (lock) {
      await db.selectFrom("admin_users").select("email").orderBy("email").forNoKeyUpdate()
        .execute();
    }
    const row = await db.selectFrom("admin_users")
      .select(["email", "role", "retired_at"])
      .where("email", "=", id)
      .executeTakeFirst();
    return row ? toUser(row) : null;
  },
  async insert(trx, { email, role }) {
    await trx.insertInto("admin_users").values({ email, role }).execute();
  },
  async update(trx, { email, role, retired }, before) {
    await trx.updateTable("admin_users")
      .set({
        role,
        ...(retired !== before.retired && { retired_at: retired ? sql<Date>`now()` : null }),
      })
      .where("email", "=", email)
      .execute();
  },
};

interface Row {
  readonly email: string;
  readonly role: Role;
  readonly retired_at: Date | null;
}

function toUser({ email, role, retired_at }: Row): AdminUser {
  return { email, role, retired: retired_at !== null };
}

/** Dependencies of the user functions. */
export interface UserServices {
  readonly config: Pick<Config, "admin">;
  readonly db: Kysely<Database>;
}

/**
 * Lists everyone with a role, sorted by address. An address that the configuration names is listed once, as an
 * administrator.
 */
export async function listUsers({ config, db }: UserServices): Promise<ListedUser[]> {
  const { emails } = config.admin;
  const rows = await db.selectFrom("admin_users").select(["email", "role", "retired_at"]).execute();
  const configured = emails.map((email) =>
    ({ email, role: "admin", retired: false, source: "configuration" }) as const
  );
  const recorded = rows.filter(({ email }) => !emails.includes(email))
    .map((row) => ({ ...toUser(row), source: "record" }) as const);
  return [...configured, ...recorded].sort((a, b) => a.email < b.email ? -1 : 1);
}

/** Finds the stored user of an address; null when there is none. */
export function findUser({ db }: UserServices, email: string): Promise<AdminUser | null> {
  return userEntity.read(db, email, { lock: false });
}

/**
 * Stores a user with a role.
 *
 * @throws {AppError} `forbidden` when the author has lost the right to manage users meanwhile.
 */
export function createUser(
  services: UserServices,
  by: StaffAuthor,
  { email, role }: Pick<AdminUser, "email" | "role">,
): Promise<ChangeOutcome<AdminUser>> {
  const { config, db } = services;
  const record = { email, role, retired: false };
  return createRecord(db, userEntity, {
    by,
    id: email,
    record,
    async check(trx) {
      await userEntity.read(trx, email, { lock: true });
      await assertManages(trx, services, by.staff);
      return config.admin.emails.includes(email) ? BY_CONFIGURATION : {};
    },
  });
}

const BY_CONFIGURATION = { email: "The configuration makes this address an administrator already" };

/** A change of a user; see `changeRecord()`. */
export interface UserChange {
  readonly email: string;
  readonly action: "update" | "retire" | "restore";
  readonly version?: string;
  readonly next: (user: AdminUser) => AdminUser;
}

/**
 * Changes a user's role or access. Authors cannot remove their own right to manage users, so one manager always
 * remains.
 *
 * @throws {AppError} `forbidden` when the author has lost that right meanwhile.
 */
export function changeUser(
  services: UserServices,
  by: StaffAuthor,
  { email, ...change }: UserChange,
): Promise<ChangeOutcome<AdminUser>> {
  return changeRecord(services.db, userEntity, {
    by,
    id: email,
    ...change,
    async check(trx, next) {
      await assertManages(trx, services, by.staff);
      const stays = !next.retired && capabilitiesOf(next.role).has("manage_users");
      return email !== by.staff.email || stays ? {} : {
        role: "You cannot take away your own right to manage users. Another administrator can",
      };
    },
  });
}

/** Repeats the authorization check inside the transaction, while the table is locked. */
async function assertManages(
  trx: Transaction<Database>,
  { config }: UserServices,
  { email }: Staff,
): Promise<void> {
  if (config.admin.emails.includes(email)) return;
  if (config.admin.devBypass && email === DEVELOPER.email) return;
  const user = await userEntity.read(trx, email, { lock: false });
  const manages = user && !user.retired && capabilitiesOf(user.role).has("manage_users");
  if (!manages) throw new AppError("forbidden", "You no longer manage users");
}
