// Reports that a page was read. Only pages of visitors who consented to measurement ask for it.
(() => {
  const { to, report } = document.currentScript.dataset;
  navigator.sendBeacon(to, new Blob([report], { type: "application/json" }));
})();
