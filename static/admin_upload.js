import "../scripts/admin_upload.ts";
