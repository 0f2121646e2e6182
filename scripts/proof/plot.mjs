const WIDTH = 720
const LEFT = 130
const RIGHT = 60
const ROW = 22
const TOP = 40
const HEIGHT = 260

/** A bar for each name; a red share is what is marked. */
export function plotBars(title, bars) {
  const most = Math.max(...bars.map(({ total }) => total))
  const across = WIDTH - LEFT - RIGHT
  const rows = bars.map(({ name, total, marked }, at) => {
    const y = TOP + at * ROW
    const width = (value) => Math.max(1, Math.round((value / most) * across))
    return [
      `<text x="${LEFT - 8}" y="${y + 12}" text-anchor="end">${escape(name)}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${width(total)}" height="${ROW - 8}" fill="#4a7ab5"/>`,
      ...(marked > 0
        ? [`<rect x="${LEFT}" y="${y}" width="${width(marked)}" height="${ROW - 8}" fill="#c0392b"/>`]
        : []),
      `<text x="${LEFT + width(total) + 6}" y="${y + 12}">${total} / ${marked}</text>`,
    ].join('')
  })
  return svg(title, TOP + bars.length * ROW + 10, rows)
}

/** A line through points that are in order. */
export function plotCurve(title, points) {
  const [mostX, mostY] = [Math.max(1, ...points.map(({ x }) => x)), Math.max(...points.map(({ y }) => y)) || 1]
  const bottom = HEIGHT - 30
  const place = ({ x, y }) =>
    `${(LEFT + (x / mostX) * (WIDTH - LEFT - RIGHT)).toFixed(1)},${(bottom - (y / mostY) * (bottom - TOP)).toFixed(1)}`
  return svg(title, HEIGHT, [
    `<polyline fill="none" stroke="#4a7ab5" stroke-width="2" points="${points.map(place).join(' ')}"/>`,
    `<line x1="${LEFT}" y1="${bottom}" x2="${WIDTH - RIGHT}" y2="${bottom}" stroke="#888"/>`,
    `<line x1="${LEFT}" y1="${TOP}" x2="${LEFT}" y2="${bottom}" stroke="#888"/>`,
    `<text x="${LEFT - 8}" y="${TOP + 4}" text-anchor="end">${round(mostY)}</text>`,
    `<text x="${LEFT - 8}" y="${bottom}" text-anchor="end">0</text>`,
    `<text x="${WIDTH - RIGHT}" y="${bottom + 18}" text-anchor="end">${mostX} messages</text>`,
  ])
}

const round = (value) => (value < 10 ? value.toFixed(value < 1 ? 2 : 1) : String(Math.round(value)))

function svg(title, height, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="${LEFT}" y="20" font-size="14">${escape(title)}</text>
${parts.join('\n')}
</svg>
`
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
