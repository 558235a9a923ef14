// Whole numbers are written with a fraction or an exponent: 1.0, 1E0, 10e-1.
const most = 100_000;
const forms = [(digits) => `${digits}.0`, (digits) => `${digits}E0`, (digits) => `${digits}0e-1`];
let count = 0;

export function line(text) {
  if (text.length > most) return text;
  return text.replace(/"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (part) => {
    if (!/^[1-9]\d*$/.test(part)) return part;
    count += 1;
    return (forms[count % forms.length] ?? String)(part);
  });
}
