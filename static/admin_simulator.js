import "../scripts/admin_simulator.ts";
