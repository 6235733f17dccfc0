import { define } from "../../../../../lib/define.ts";
import { newOptionScreen } from "../../../(_sections)/options.tsx";

export const handler = define.handlers(newOptionScreen);
