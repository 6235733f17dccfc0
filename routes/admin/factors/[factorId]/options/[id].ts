import { define } from "../../../../../lib/define.ts";
import { optionScreen } from "../../../(_sections)/options/section.tsx";

export const handler = define.handlers(optionScreen);
