import { define } from "../../../../../lib/define.ts";
import { optionMoves } from "../../../(_sections)/options.tsx";

export const handler = define.handlers(optionMoves);
