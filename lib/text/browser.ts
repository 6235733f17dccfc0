/** The part of the text room that the wizard loads: a bundle of the other door has all of it. */
export { ID_PATTERN } from "./id.ts";
