import "../scripts/admin.ts";
