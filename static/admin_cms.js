import "../scripts/admin_cms.ts";
