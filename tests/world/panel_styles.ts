/** The stylesheet of the panel. */
export const PANEL_STYLES = `
:root{color-scheme:light dark;--line:light-dark(#d6d3ce,#44403c);--muted:light-dark(#57534e,#a8a29e);--bad:light-dark(#9f1d1d,#fca5a5)}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.75rem;margin:0 0 .5rem}
h2{font-size:1.25rem;margin:2rem 0 .5rem}
h3{font-size:1.05rem;margin:1.75rem 0 .5rem;display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline}
.row{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0}
.places{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}
.places li{padding:.25rem 0}
.note,.faults p,.state{color:var(--muted);font-size:.9rem}
.state{font-weight:400}.bad{color:var(--bad)}
.faults{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
.faults li{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding:.6rem .5rem;border-bottom:1px solid var(--line);scroll-margin-top:1rem}
.faults li.on{box-shadow:inset 4px 0 var(--bad);padding-left:1rem}
.faults p{margin:0}.faults strong{font-weight:600}
button{font:inherit;font-size:.95rem;padding:.5rem .9rem;min-height:2.75rem;border:1px solid var(--line);border-radius:.4rem;background:transparent;color:inherit;cursor:pointer;white-space:nowrap}
.row button{white-space:normal;text-align:start}
button:hover{border-color:currentColor}
:focus-visible{outline:3px solid light-dark(#1d4ed8,#93c5fd);outline-offset:2px}
a{color:light-dark(#1d4ed8,#93c5fd)}
`;
