// The answer's form: the verdict, what belongs to it, the reason in words. Parts marked data-for show only for
// the verdicts named there, and what is not shown is not part of the answer.

const read = (control) => (control.type === "checkbox" ? control.checked : control.value);
const none = (control) => (control.type === "checkbox" ? false : "");

export class Answer extends EventTarget {
  // form holds controls named as the answer's fields; verdict names the radio buttons that decide what shows.
  constructor(form, verdict, values) {
    super();
    Object.assign(this, { form, verdict });
    this.parts = [...form.querySelectorAll("[data-for]")];
    this.fields = Object.keys(values);
    this.fill(values);
    form.addEventListener("input", (event) => {
      if (!this.fields.includes(event.target.name)) return;
      this.show();
      this.clear();
      this.dispatchEvent(new Event("change"));
    });
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  get chosen() { return this.form.elements[this.verdict].value; }

  fill(values) {
    for (const name of this.fields) {
      const control = this.form.elements[name];
      control[control.type === "checkbox" ? "checked" : "value"] = values[name];
    }
    if (!values[this.verdict]) for (const radio of this.form.elements[this.verdict]) radio.checked = false;
    this.show();
  }

  // Choose a verdict by its key; choosing what is chosen changes nothing.
  choose(value) {
    if (this.chosen === value) return;
    this.form.elements[this.verdict].value = value;
    this.show();
    this.clear();
    this.dispatchEvent(new Event("change"));
  }

  show() {
    for (const part of this.parts) part.hidden = !part.dataset.for.split(" ").includes(this.chosen);
  }

  // Every field as it stands, also those that do not show now.
  all() { return Object.fromEntries(this.fields.map((name) => [name, read(this.form.elements[name])])); }

  read() {
    const values = {};
    for (const name of this.fields) {
      const control = this.form.elements[name];
      values[name] = (control.closest?.("[data-for][hidden]") ? none : read)(control);
    }
    return values;
  }

  // Point at what is missing; the words come from the server or from the page's own check.
  complain(field, message) {
    this.clear();
    const place = this.form.querySelector(`[data-error-for~="${field}"]`) ?? this.form.querySelector("[data-error-for~=any]");
    place.textContent = message;
    place.hidden = false;
    const control = this.form.elements[field];
    const target = field === "spans" ? this.form.querySelector("[data-evidence]") : control?.length && !control.tagName ? control[0] : control;
    if (control?.tagName) control.setAttribute("aria-invalid", "true");
    (target ?? place).focus();
  }

  clear() {
    for (const place of this.form.querySelectorAll("[data-error-for]")) place.hidden = true;
    for (const control of this.form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  }

  lock() {
    for (const control of this.form.querySelectorAll("input, textarea, select")) control.disabled = true;
  }
}
