/**
 * The configuration: parses the environment to one typed and frozen `Config` (design §8). All variables are optional.
 * An integration is `null` or complete; a secret is a `Secret`, which never prints. Invalid variables or combinations
 * throw one `ConfigError` that names all of them. No other room reads the environment.
 */
export {
  type Config,
  type CrmCredentials,
  databaseOptions,
  loadConfig,
  type LogLevel,
  readEnvironment,
} from "./config.ts";
export { ConfigError, STUB_MODEL } from "./environment.ts";
export { isLoopback } from "./loopback.ts";
export { REDACTED, Secret } from "./secret.ts";
export { providerLack, secretTexts, summarizeConfig, unsetPurposes } from "./summary.ts";
