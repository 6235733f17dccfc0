import { Picture } from "../ui/Picture.tsx";
import { keepMarkup } from "./kept_markup.ts";

/** A picture of the library on a page of buyers, whose markup is kept as long as the library is this version. */
export const KeptPicture = keepMarkup(Picture, ({ item }) => item);
