import { Picture } from "../ui/Picture.tsx";
import { keepMarkup } from "./kept_markup.ts";

/** A {@linkcode Picture} whose markup is cached as long as its media item, which lives for one version of the library. */
export const KeptPicture = keepMarkup(Picture, ({ item }) => item);
