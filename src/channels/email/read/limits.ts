const MB = 1024 * 1024

/** What one mail may cost us. What lies beyond is left out, and a note says so. */
export const limits = {
  parts: 200,
  /** Parts within parts. */
  depth: 50,
  /** Mails within mails. */
  nested: 5,
  /** Bytes of one text as it came, before anything is decoded: markup and transfer encoding take many times the words. */
  plainBytes: 288 * 1024,
  htmlBytes: MB / 2,
  /** Bytes of all texts together. */
  textBytes: 2 * MB,
  /** Of one text; of a page it is elements. */
  lines: 12_000,
  /** Characters of words that are handed on. */
  text: 200_000,
  /** Characters in which quotes and signatures are looked for. */
  stripped: 60_000,
  /** Of one file, and of all of them. */
  fileBytes: 25 * MB,
  subject: 500,
  notes: 50,
}
