import { define } from "@/lib/define.ts";
import { newOptionScreen } from "@/routes/admin/(_sections)/options/section.tsx";

export const handler = define.handlers(newOptionScreen);
