// Says at once that a chosen file is larger than this place takes, in the words the page brought.

for (const input of document.querySelectorAll("input[type=file][data-most-bytes]")) {
  input.addEventListener("change", () => {
    const together = [...input.form.querySelectorAll("input[type=file]")].flatMap((other) => [...other.files]);
    const bytes = together.reduce((sum, file) => sum + file.size, 0);
    for (const other of input.form.querySelectorAll("input[type=file]")) other.setCustomValidity("");
    if (bytes > Number(input.dataset.mostBytes)) {
      input.setCustomValidity(input.dataset.tooLarge);
      input.reportValidity();
    }
  });
}
