import { define } from "@/lib/define.ts";
import { optionScreen } from "@/routes/admin/(_sections)/options/section.tsx";

export const handler = define.handlers(optionScreen);
