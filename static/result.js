// Copies the link of a result and prints it. Without it the link stands in the page, and the browser prints.
(() => {
  for (const actions of document.querySelectorAll("[data-result-actions]")) {
    const said = actions.querySelector("[data-copied]");
    actions.hidden = false;
    actions.parentElement.querySelector("[data-without-script]").hidden = true;
    actions.addEventListener("click", async (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if ("print" in button.dataset) return print();
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        said.textContent = "Link copied. It holds your answers and nothing about you.";
      } catch {
        // Browsers refuse without permission and on plain http; the field with the link is the way then.
        const field = document.getElementById("share");
        field.focus();
        field.select();
        said.textContent = "The link is marked below, ready to copy.";
      }
    });
  }
})();
