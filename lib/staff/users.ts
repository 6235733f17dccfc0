/**
 * The roles of staff stored in `admin_users` (design §7), in addition to the administrators that `ADMIN_EMAILS` names.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Config } from "../config/mod.ts";
import type { Database } from "../db/mod.ts";
import { AppError } from "../http/mod.ts";
import type { Entity } from "../records/mod.ts";
import { DEVELOPER } from "./decision.ts";
import { capabilitiesOf, type Role, ROLES } from "./roles.ts";
import type { Staff } from "./staff.ts";

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

/**
 * Returns the entity of users as an administrator changes them. Every write repeats the authorization check. Authors
 * cannot remove their own right to manage users, so one manager always remains. Writes throw `forbidden` when the
 * author has lost that right meanwhile.
 */
export function userEntity(
  { config }: Pick<UserServices, "config">,
  author: Staff,
): Entity<AdminUser> {
  return {
    type: "user",
    async read(db, id, { lock }) {
      if (lock) await lockUsers(db);
      return await findUser(db, id);
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
    async check(trx, { email, role, retired }, before) {
      if (before === null) await lockUsers(trx);
      await assertManages(trx, config, author);
      if (before === null) return config.admin.emails.includes(email) ? BY_CONFIGURATION : {};
      const stays = !retired && capabilitiesOf(role).has("manage_users");
      return email !== author.email || stays ? {} : {
        role: "You cannot take away your own right to manage users. Another administrator can",
      };
    },
  };
}

const BY_CONFIGURATION = { email: "The configuration makes this address an administrator already" };

/** Locks all users in one order, so that of two administrators who change each other the second sees the first change. */
async function lockUsers(db: Kysely<Database>): Promise<void> {
  await db.selectFrom("admin_users").select("email").orderBy("email").forNoKeyUpdate().execute();
}

async function findUser(db: Kysely<Database>, email: string): Promise<AdminUser | null> {
  const row = await db.selectFrom("admin_users")
    .select(["email", "role", "retired_at"])
    .where("email", "=", email)
    .executeTakeFirst();
  return row ? toUser(row) : null;
}

interface Row {
  readonly email: string;
  readonly role: Role;
  readonly retired_at: Date | null;
}

function toUser({ email, role, retired_at }: Row): AdminUser {
  return { email, role, retired: retired_at !== null };
}

/** Dependencies of the user functions. */
interface UserServices {
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

/** Repeats the authorization check inside the transaction, while the table is locked. */
async function assertManages(
  trx: Transaction<Database>,
  config: UserServices["config"],
  { email }: Staff,
): Promise<void> {
  if (config.admin.emails.includes(email)) return;
  if (config.admin.devBypass && email === DEVELOPER.email) return;
  const user = await findUser(trx, email);
  const manages = user && !user.retired && capabilitiesOf(user.role).has("manage_users");
  if (!manages) throw new AppError("forbidden", "You no longer manage users");
}
