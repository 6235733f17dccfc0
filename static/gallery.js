import "../scripts/gallery.ts";
