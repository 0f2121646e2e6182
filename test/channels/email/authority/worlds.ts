/** Somebody of ours, the server that takes our mail, and somebody who wants to pass for them. */
export interface World {
  /** As it is written, and as it is compared. */
  owner: string
  address: string
  domain: string
  mx: string
  /** Whoever forges has a domain, a host and an address of their own, and all of them are in order. */
  thief: string
  evil: string
}

export const worlds: World[] = [
  { owner: 'ana@example.org', address: 'ana@example.org', domain: 'example.org', mx: 'mx.home.example' },
  { owner: 'ben.b@gmail.com', address: 'ben.b@gmail.com', domain: 'gmail.com', mx: 'mx.google.com' },
  { owner: 'cleo@firm.co.uk', address: 'cleo@firm.co.uk', domain: 'firm.co.uk', mx: 'mail.firm.co.uk' },
  {
    owner: 'dora@bücher.example',
    address: 'dora@xn--bcher-kva.example',
    domain: 'xn--bcher-kva.example',
    mx: 'mx6.messagingengine.com',
  },
  { owner: 'emil@dept.uni.edu', address: 'emil@dept.uni.edu', domain: 'dept.uni.edu', mx: 'rspamd' },
].map((world, index) => ({ ...world, thief: `eve@evil${index}.com`, evil: `evil${index}.com` }))

/** What a server that cannot be fooled writes when a host of theirs brings a mail. */
export function border({ mx, evil }: World, results?: string): string[] {
  const host = mx.includes('.') ? mx : `${mx}.uni.edu`
  const received = `Received: from out.${evil} (out.${evil} [203.0.113.9])\r\n\tby ${host} (Postfix) with ESMTPS id 4Xq for <skein@home.example>;\r\n\tMon, 16 Nov 2026 11:59:30 +0000`
  return results === undefined ? [received] : [stamp(mx, results), received]
}

export function stamp(id: string, results: string): string {
  return `Authentication-Results: ${id}; ${results}`
}

/** As the server sees it: their host may send for their own domain, and not for ours. */
export function seen({ domain, evil }: World, dmarc = 'fail'): string {
  return `dkim=pass header.d=${evil} header.s=s1; spf=pass smtp.mailfrom=bounce@${evil}; dmarc=${dmarc} header.from=${domain}`
}
