import "../scripts/admin_rules.ts";
