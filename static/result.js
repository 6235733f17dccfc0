import "../scripts/result.ts";
