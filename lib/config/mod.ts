/** The configuration: the environment in, one typed and frozen object out (design §8). */
export {
  type Config,
  type CrmCredentials,
  loadConfig,
  type LogLevel,
  readEnvironment,
} from "./config.ts";
export { ConfigError, type ConfigProblem, STUB_MODEL } from "./environment.ts";
export { isLoopback } from "./loopback.ts";
export { REDACTED, Secret } from "./secret.ts";
export { providerLack, secretTexts, summarizeConfig, unsetPurposes } from "./summary.ts";
