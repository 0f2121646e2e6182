import { createSocket } from 'node:dgram'
import type { Zone } from './zone.ts'

/** Answers on loopback what a zone publishes, and that there is nothing else. */
export interface DnsServer {
  port: number
  /** What was asked for. */
  asked: string[]
  close(): Promise<void>
}

const TXT = 16
const ABSENT = 3

export async function createDnsServer(zone: Zone): Promise<DnsServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readQuestion(query)
    const type = query.readUInt16BE(end)
    asked.push(name)
    zone.resolve(name, type === TXT ? 'TXT' : `type ${type}`).then(
      (records) => socket.send(answer(query, end + 4, records.flat()), port, address),
      () => socket.send(answer(query, end + 4, []), port, address),
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    port: socket.address().port,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** The name begins behind the twelve bytes of the header; each label has its length in front. */
function readQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function answer(query: Buffer, questionEnd: number, records: string[]): Buffer {
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  // An answer, and nobody had to be asked for it.
  head.writeUInt16BE(0x8580 | (records.length === 0 ? ABSENT : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, query.subarray(12, questionEnd), ...records.map(record)])
}

function record(text: string): Buffer {
  // A string holds 255 bytes; a longer text is several of them.
  const pieces = text.match(/[\s\S]{1,255}/g) ?? ['']
  const data = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])))
  const head = Buffer.alloc(12)
  // The name of the question, by where it stands.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
