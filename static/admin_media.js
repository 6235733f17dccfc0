import "../scripts/admin_media.ts";
