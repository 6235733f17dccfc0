import { define } from "@/lib/define.ts";
import { optionMoves } from "@/routes/admin/(_sections)/options/section.tsx";

export const handler = define.handlers(optionMoves);
