// Keys of the review: each presses a button or follows a link of the page, which does without them.
(() => {
  const keys = document.querySelector("[data-keys]");
  if (keys) keys.hidden = false;

  const isTyping = (element) =>
    element.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);

  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target } = event;
    // A key that is held down would decide about pictures nobody has seen.
    if (repeat || ctrlKey || metaKey || altKey || shiftKey || isTyping(target)) return;
    if (!/^[a-z]$/i.test(key)) return;
    const wanted = key.toLowerCase() === "u"
      ? "[data-flash] .undo"
      : `[data-key="${key.toLowerCase()}"]`;
    const control = document.querySelector(wanted);
    if (!control || control.disabled) return;
    event.preventDefault();
    control.click();
  });
})();
