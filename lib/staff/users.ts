/** Who of the staff has which role (design §7), beside the administrators that the configuration names. */
import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { Config } from "../config/mod.ts";
import type { Database } from "../db/mod.ts";
import { AppError } from "../http/mod.ts";
import { type ChangeOutcome, changeRecord, createRecord, type Entity } from "../records/mod.ts";
import { DEVELOPER } from "./decision.ts";
import { capabilitiesOf, type Role, ROLES } from "./roles.ts";
import type { Staff } from "./staff.ts";

/** A role given to an address. */
export interface AdminUser {
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
  /** Keeps the role and has no access. */
  readonly retired: boolean;
}

/** Who may come in, and who says so. */
export interface ListedUser extends AdminUser {
  /** The configuration is not edited here, and holds whatever a record says. */
  readonly source: "configuration" | "record";
}

/** An address as the perimeter gives it: ASCII, in lower case, which no look-alike may become. */
export function emailField() {
  return z.string("Enter an e-mail address").trim().max(254, "Use at most 254 characters")
    .pipe(z.email("Enter an e-mail address, such as name@example.com"))
    .transform((email) => email.toLowerCase());
}

/** One of the roles. */
export function roleField() {
  return z.enum(ROLES, "Choose a role");
}

const userEntity: Entity<AdminUser> = {
  type: "user",
  async read(db, id, { lock }) {
    // All of them, in one order: of two administrators who change each other, the second sees the first.
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
      .set({ role, ...(retired !== before.retired && { retired_at: retired ? new Date() : null }) })
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

/** What changes of users need to know. */
export interface UserServices {
  readonly config: Pick<Config, "admin">;
  readonly db: Kysely<Database>;
}

/** Everybody with a role, by address; an address that the configuration names stands there once. */
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

/** The record of an address; null when there is none. */
export function findUser({ db }: UserServices, email: string): Promise<AdminUser | null> {
  return userEntity.read(db, email, { lock: false });
}

/** Who changes users, in which request. */
export interface UserAuthor {
  readonly staff: Staff;
  readonly requestId: string;
}

/**
 * Gives a role to an address that has none.
 *
 * @throws {AppError} `forbidden` when the author has lost the right to manage users in the meantime.
 */
export function createUser(
  services: UserServices,
  by: UserAuthor,
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
 * Changes a user's role or access. Nobody takes their own right to manage users away, so there is always
 * somebody left who has it.
 *
 * @throws {AppError} `forbidden` when the author has lost that right in the meantime.
 */
export function changeUser(
  services: UserServices,
  by: UserAuthor,
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

/** Asks again, with the table locked, what the decision has said. */
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
