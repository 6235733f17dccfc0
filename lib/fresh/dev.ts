/** Builds the app's assets and serves it in development (`fresh/dev`). */
export { Builder, type BuildOptions, type ResolvedBuildConfig } from "./dev/builder.ts";
export type { OnTransformArgs, OnTransformOptions, TransformFn } from "./dev/static_dir.ts";
