import { define } from "../../../../lib/define.ts";
import { systemMappings } from "../../(_sections)/cms/mapping_tables.tsx";
import { oneMapping } from "../../(_sections)/cms/mappings.tsx";

export const handler = define.handlers(oneMapping(systemMappings));
