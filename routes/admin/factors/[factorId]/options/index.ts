import { define } from "../../../../../lib/define.ts";
import { optionMoves } from "../../../(_sections)/options/section.tsx";

export const handler = define.handlers(optionMoves);
