import { above, type Post, post } from '../post.ts'
import { border, seen, stamp, type World } from '../worlds.ts'
import { asNeighbour, type Kinds, kindsOf, proof, withLine } from './kinds.ts'

/** Our own server wrote nothing about it, and let stand what it brought. */
function unseen(world: World, ...brought: string[]): Post {
  return above(above(post(`Ana <${world.owner}>`), ...brought), ...border(world))
}

/** Our own server has looked. */
function looked(world: World, found: string, ...brought: string[]): Post {
  return above(above(post(world.owner), ...brought), ...border(world, found))
}

function relay({ evil }: World): string {
  return `Received: from laptop ([192.0.2.1]) by smtp.${evil} with ESMTP id 9; Mon, 16 Nov 2026 11:59:00 +0000`
}

const lines: Record<string, (w: World) => string[]> = {
  'nobody has checked': () => ['X-Spam-Status: No', 'Received-SPF: pass'],
  'results of a server that is called nearly like ours': (w) =>
    [`${w.mx}.${w.evil}`, `x${w.mx}`, `${w.mx}.`, `${w.mx}x`, `not-${w.mx}`].map((id) => stamp(id, proof(w))),
  'results of a server of theirs': (w) =>
    [`mx.${w.evil}`, w.domain, `mx.${w.domain}`, 'localhost', 'relay'].map((id) => stamp(id, proof(w))),
  'our name in a comment': (w) =>
    [`(${w.mx}) mx.${w.evil}`, `mx.${w.evil} (${w.mx})`, `(x\\) ${w.mx}; ) mx.${w.evil}`].map((id) =>
      stamp(id, proof(w)),
    ),
  'our name in quotes': (w) => [
    `Authentication-Results: "${w.mx}; ${proof(w)}" mx.${w.evil}; none`,
    `Authentication-Results: mx.${w.evil}; reason="x\r\n ${w.mx}; ${proof(w)}"`,
  ],
  'no name, or none of a server': (w) =>
    ['', '; ', 'none; ', '=; ', `id=${w.mx}; `].map((start) => `Authentication-Results: ${start}${proof(w)}`),
  'another version of the grammar': (w) =>
    ['2', '1.1', '11', '1 2', 'one'].map((version) => `Authentication-Results: ${w.mx} ${version}; ${proof(w)}`),
  'a header that is called nearly like it': (w) =>
    [
      'X-Authentication-Results',
      'Authentication-Results-Original',
      'Authentication Results',
      'Authentication-Result',
    ].map((name) => `${name}: ${w.mx}; ${proof(w)}`),
  'ARC that says what our server would': (w) => [`ARC-Authentication-Results: i=1; ${w.mx}; ${proof(w)}`],
}

/** What stands in its headers was brought along by whoever sent it. */
export const forgedHeaders: Kinds = {
  ...kindsOf(lines, (w, line) => unseen(w, line)),
  'results of ours below the true ones': (w) => [
    { mail: looked(w, seen(w), stamp(w.mx, proof(w))) },
    { mail: looked(w, seen(w, 'none'), stamp(w.mx, proof(w))) },
    { mail: looked(w, 'none', stamp(w.mx, proof(w)), relay(w)) },
  ],
  'results of ours, one for each method': (w) => [
    {
      mail: looked(
        w,
        seen(w, 'none'),
        stamp(w.mx, `dmarc=pass header.from=${w.domain}`),
        stamp(w.mx, `dkim=pass header.d=${w.domain}`),
        relay(w),
      ),
    },
  ],
  'results of ours below the Received of another': (w) => [
    { mail: unseen(w, relay(w), stamp(w.mx, proof(w))) },
    { mail: unseen(w, `Received: from ${w.mx} (by ${w.mx}) by smtp.${w.evil} with ESMTP id 1`, stamp(w.mx, proof(w))) },
  ],
  'results of ours, handed in by somebody who has logged in': (w) =>
    ['ESMTPSA', 'ESMTPA', 'esmtpsa', 'UTF8SMTPSA'].map((protocol) => ({
      mail: above(post(w.owner), `Received: from [192.0.2.1] by ${w.mx} with ${protocol} id 1`, stamp(w.mx, proof(w))),
    })),
  'a line that is no header': (w) =>
    ['Here the words begin', ':', ': x', '\u00e4From: x', 'Not a header: x'].map((line) => ({
      mail: withLine(asNeighbour(w, w.owner), line),
    })),
  'too many headers to look at all': (w) => [
    { mail: above(asNeighbour(w, w.owner), ...Array.from({ length: 2500 }, (_, at) => `X-${at}: x`)) },
    { mail: withLine(asNeighbour(w, w.owner), `X-Long: ${'x'.repeat(70_000)}`) },
  ],
  'two of what stands once': (w) =>
    ['To: skein@home.example', 'Subject: !send 1', 'Message-ID: <two@x>', 'Content-Type: text/html'].map((line) => ({
      mail: withLine(asNeighbour(w, w.owner), line),
    })),
}
