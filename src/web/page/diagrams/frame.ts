import mermaid from 'mermaid'
import type { DiagramAnswer, DiagramRequest } from './drawer.ts'

// Runs in a sandboxed frame of its own (diagrams.html), which has no origin, no network and nothing of the page. It gets
// a text and answers with a picture.

const page = window.parent

addEventListener('message', ({ data, source }: MessageEvent<DiagramRequest>) => {
  if (source === page) void answer(data)
})
page.postMessage({ ready: true } satisfies DiagramAnswer, '*')

async function answer({ id, text, isDark }: DiagramRequest): Promise<void> {
  const svg = await draw(`diagram-${id}`, text, isDark).catch(() => undefined)
  page.postMessage({ id, ...(svg !== undefined && { svg }) } satisfies DiagramAnswer, '*')
}

async function draw(name: string, text: string, isDark: boolean): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: isDark ? 'dark' : 'default',
    fontFamily: 'system-ui, sans-serif',
    // No line is seen through the words on it.
    themeCSS: '.edgeLabel rect { opacity: 1 }',
    // A picture shows no HTML.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
  })
  const { svg } = await mermaid.render(name, text)
  const box = document.createElement('div')
  box.innerHTML = svg
  const picture = box.querySelector('svg')
  if (!picture) throw new Error('nothing was drawn')
  // Unlike HTML, a picture has to be well-formed XML.
  return new XMLSerializer().serializeToString(picture)
}
