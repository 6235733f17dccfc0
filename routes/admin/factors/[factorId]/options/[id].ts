import { define } from "../../../../../lib/define.ts";
import { optionScreen } from "../../../(_sections)/options.tsx";

export const handler = define.handlers(optionScreen);
