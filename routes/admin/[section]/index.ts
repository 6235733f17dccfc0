import { define } from "@/lib/define.ts";
import { dispatch } from "../(_sections)/mod.ts";

export const handler = define.handlers(dispatch("list"));
