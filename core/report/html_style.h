#pragma once

#include <string_view>

namespace stepscope {

// The style and script of a report's page. Neither may contain XML markup: no "<", no "&".

inline constexpr std::string_view htmlStyle = R"(
* { box-sizing: border-box; }
html { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  color: var(--chart-text); background: var(--page); -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 40px 24px 80px; max-width: 1120px; }
header { margin-bottom: 24px; }
header p { max-width: none; }
h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.01em; margin: 0 0 8px; }
h2 { font-size: 22px; line-height: 1.3; margin: 56px 0 12px; padding-top: 16px;
  border-top: 1px solid var(--chart-border); }
h3 { font-size: 17px; margin: 32px 0 8px; }
h4 { font-size: 15px; margin: 24px 0 4px; }
p { margin: 0 0 12px; max-width: 78ch; }
.muted, header p { color: var(--chart-muted); }
ul { margin: 0 0 16px; padding-left: 22px; max-width: 82ch; }
li { margin: 6px 0; }
ul.warns { list-style: none; margin: 16px 0 24px; padding: 12px 20px; max-width: none;
  border-left: 4px solid var(--warning); background: var(--card); border-radius: 4px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 14px; padding: 12px 0 0; }
nav a { color: var(--accent); text-decoration: none; }
nav a:hover { text-decoration: underline; }
a { color: var(--accent); }
figure { margin: 0; padding: 12px; background: var(--card); border: 1px solid var(--chart-border);
  border-radius: 8px; min-width: 0; }
figure svg { display: block; width: 100%; height: auto; font-family: inherit; }
figure.paper { background: #ffffff; }
figure.paper svg { max-width: 100%; max-height: 1100px; width: auto; margin: 0 auto; }
figcaption { font-size: 13px; color: var(--chart-muted); padding: 8px 4px 0; }
figure.paper figcaption { color: #566373; }
.figures { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; margin: 16px 0 24px; }
.figures .wide { grid-column: 1 / -1; }
.table { overflow-x: auto; margin: 8px 0 24px; background: var(--card); border: 1px solid var(--chart-border);
  border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; line-height: 1.4;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 12px 14px 8px; }
th, td { padding: 7px 12px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--chart-grid); }
th.n, td.n { text-align: right; white-space: nowrap; }
thead th { color: var(--chart-muted); font-weight: 600; vertical-align: bottom; white-space: normal;
  border-bottom: 1px solid var(--chart-border); }
tbody tr:last-child td, tbody tr:last-child th { border-bottom: 0; }
tbody tr:hover { background: var(--raised); }
tbody th { font-weight: 500; min-width: 120px; }
td.wrap { white-space: normal; }
th button { all: unset; cursor: pointer; }
th button:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
th button::after { content: "↕"; opacity: 0.35; padding-left: 5px; font-size: 11px; }
th[aria-sort=ascending] button::after { content: "↑"; opacity: 1; }
th[aria-sort=descending] button::after { content: "↓"; opacity: 1; }
.dot { display: inline-block; width: 10px; height: 10px; border-radius: 50%; margin-right: 7px; }
@media screen and (max-width: 760px) { .figures { grid-template-columns: minmax(0, 1fr); } body { padding: 24px 16px 48px; } }
@page { size: A4; margin: 16mm 14mm; }
@media print {
  html { font-size: 10.5pt; background: #ffffff; }
  body { padding: 0; max-width: none; }
  nav, th button::after { display: none; }
  h1 { font-size: 20pt; } h2 { font-size: 14.5pt; margin-top: 24pt; } h3 { font-size: 12pt; }
  h2, h3, h4, caption, .muted { break-after: avoid; }
  h2.page { break-before: page; border-top: 0; margin-top: 0; padding-top: 0; }
  p, li { orphans: 3; widows: 3; }
  figure, tr { break-inside: avoid; }
  h2 + p { break-after: avoid; }
  figure { padding: 6px; } figure.paper svg { max-height: 205mm; }
  .table { overflow: visible; } table { font-size: 8pt; } th, td { padding: 3pt 5pt; }
  th.n, td.n { white-space: normal; }
  .figures { gap: 8px; margin: 8px 0 12px; }
  figcaption { font-size: 8.5pt; } a { color: inherit; text-decoration: none; }
}
)";

inline constexpr std::string_view htmlScript = R"(
const value = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.v === undefined ? cell.textContent : cell.dataset.v === "" ? null : Number(cell.dataset.v);
};
const compare = (a, b) => typeof a === "number" ? a - b : String(a).localeCompare(String(b), document.documentElement.lang, {numeric: true});
document.querySelectorAll("table[data-sortable]").forEach(table => {
  table.querySelectorAll("thead th").forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const isNumber = header.classList.contains("n");
      const before = header.getAttribute("aria-sort");
      const falls = before === null ? isNumber : before === "ascending";
      table.querySelectorAll("th[aria-sort]").forEach(other => other.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", falls ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows].map(row => [value(row, column), row]);
      rows.sort(([a], [b]) => a === null ? (b === null ? 0 : 1) : b === null ? -1 : falls ? compare(b, a) : compare(a, b));
      table.tBodies[0].append(...rows.map(pair => pair[1]));
    });
  });
});
)";

} // namespace stepscope
