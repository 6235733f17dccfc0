import { define } from "@/lib/define.ts";
import { attributeMappings } from "@/routes/admin/(_sections)/cms/mapping_tables.tsx";
import { oneMapping } from "@/routes/admin/(_sections)/cms/mappings.tsx";

export const handler = define.handlers(oneMapping(attributeMappings));
