/** One line of the past. `you` is the assistant; an `id` that comes twice is an edit. */
export interface Planted {
  /** On the clocks of Berlin. */
  when: string
  where: 'own' | 'page' | 'house' | 'trip' | 'secret' | 'journal'
  who: string
  text: string
  file?: string
  id?: string
}

const line =
  (where: Planted['where'], who: string) =>
  (when: string, text: string, more: Pick<Planted, 'file' | 'id'> = {}): Planted => ({
    when,
    where,
    who,
    text,
    ...more,
  })

const me = line('own', 'Mira')
const you = line('own', 'you')
const work = line('page', 'Mira')
const youAtWork = line('page', 'you')
const ben = line('house', 'Ben')
const ana = line('house', 'Ana')
const jonas = line('house', 'Jonas')
const mine = line('house', 'Mira')
const fang = line('trip', '王芳')
const benAway = line('trip', 'Ben')
const away = line('trip', 'Mira')
const diary = line('journal', 'Mira')

const longAnswer = `${'Small businesses may choose not to charge it; the rules differ by country and change now and then. '.repeat(20)}The VAT threshold for you is 25,000 euros of the year before. ${'Keep your receipts in order, and ask an adviser before you decide. '.repeat(20)}`

export const planted: Planted[] = [
  // Running, with the edges of a month in Berlin's time.
  me('2025-02-27 18:00', 'running shoes are worn out'),
  me('2025-03-02 09:00', 'Went running along the canal, 6 km'),
  me('2025-03-07 07:10', 'ran 8 km before work, legs are heavy'),
  ben('2025-03-10 20:00', 'I ran 12 km today, beat that'),
  me('2025-03-15 17:30', 'Went for a run with Ben, 10 km around the lake'),
  me('2025-03-22 12:00', 'no run today, it pours'),
  me('2025-03-29 14:00', 'Ran the half marathon in 2:04!'),
  me('2025-03-31 23:40', 'late run, 4 km, could not sleep'),
  me('2025-04-01 00:20', 'still awake after that run'),
  me('2025-04-03 19:00', 'running again, 5 km'),
  me('2026-03-05 19:00', 'ran 7 km in the rain'),
  // Money.
  me('2025-01-14 11:00', 'Paid the plumber 180 euros in cash'),
  me('2025-05-20 10:00', 'the plumber was here again, I paid 95'),
  me('2025-05-18 10:00', 'I must not forget to pay the plumber on Tuesday'),
  me('2025-08-02 10:00', 'the plumber never called back'),
  ana('2025-08-03 10:00', 'we paid our plumber too much as well'),
  // The dentist, in German.
  me('2024-11-04 08:00', 'Morgen Zahnarzt um 9'),
  me('2024-11-05 10:30', 'War beim Zahnarzt, keine Löcher'),
  me('2025-06-02 10:30', 'Zahnarzttermin auf Montag verschoben'),
  // Running, in Chinese.
  me('2025-02-01 08:00', '早上跑步五公里'),
  me('2025-07-11 08:00', '跑步的时候下雨了'),
  me('2025-09-21 08:00', '今天又去跑步，很累'),
  me('2024-10-10 08:00', '我想开始跑步'),
  // The tax return.
  you('2025-05-30 09:00', 'A reminder: your tax return is due on 31 July.'),
  you('2025-07-25 09:00', 'Six days left for the tax return.'),
  me('2025-07-26 09:00', 'tax return sent, finally'),
  // Days.
  me('2025-05-02 23:30', 'packing the last box now'),
  me('2025-05-03 00:30', 'the keys to the new flat are on the fridge'),
  me('2025-05-03 23:50', 'first night here, so quiet'),
  me('2025-05-04 00:10', 'heard an owl'),
  me('2026-03-17 18:20', 'booked the ferry to Gotland for July'),
  ben('2026-03-17 20:05', 'the notary has a slot on 9 April'),
  ben('2026-03-16 20:05', 'who has the ladder?'),
  mine('2025-12-12 16:00', 'The heating fails every night, the landlord knows'),
  ana('2025-12-20 16:00', 'heating man comes on the 23rd between 8 and 10'),
  ben('2025-12-29 21:00', 'the snow tyres are on at last'),
  mine('2026-01-08 16:00', 'heating works since yesterday'),
  me('2026-03-11 13:00', 'Der Keller ist feucht, ich rufe den Gutachter an'),
  me('2025-09-01 13:00', 'Im Keller stehen noch die Fahrräder'),
  me('2026-03-12 09:30', '签证材料还缺一张照片'),
  me('2025-10-01 09:30', '签证要提前三个月申请'),
  me('2025-02-10 10:00', 'Dr. Novak says the knee needs rest'),
  me('2025-11-18 10:00', 'saw Dr. Novak, the knee is fine again'),
  me('2024-09-18 10:00', 'first appointment with Dr. Novak'),
  work('2025-09-09 14:20', 'call with Harbour Ltd: they want the offer by Friday'),
  work('2025-09-09 14:45', 'their budget is 14,000'),
  work('2025-09-09 16:00', 'gym, then groceries'),
  // People.
  ben('2025-10-14 19:00', 'My bank offers the mortgage at 3.4 percent for ten years'),
  mine('2025-10-14 19:05', 'our mortgage adviser is on holiday'),
  ana('2025-04-22 12:00', "My sister's wedding is on 6 September in Graz"),
  mine('2025-04-22 12:01', 'a wedding in Graz, lovely'),
  mine('2026-02-20 12:00', 'The concert begins at 19:00, tickets are at the door', { id: 'concert' }),
  mine('2026-02-20 12:30', '[edited] The concert begins at 20:00, tickets are at the door', { id: 'concert' }),
  fang('2025-06-03 10:00', '火车票我已经买好了，二等座'),
  away('2025-06-03 10:05', '火车票多少钱？'),
  jonas('2025-08-15 18:00', 'I promised you the drill, you get it back by Sunday'),
  me('2025-03-03 12:00', "Note: I'm allergic to hazelnuts, tell every kitchen"),
  // Two steps.
  benAway('2025-06-14 22:00', 'I lost my passport somewhere in Alfama'),
  away('2025-06-13 18:00', 'We are at Hotel Avenida, wifi is Avenida_Guest'),
  away('2025-02-02 18:00', 'which hotel do we take in Porto?'),
  me('2025-04-12 11:00', 'Sold the old bike for 120'),
  me('2025-04-19 11:00', 'Bought a bike from Jonas, 340 euros'),
  me('2024-05-19 11:00', 'bike has a flat tyre'),
  ana('2025-09-30 09:00', 'For physio I can only praise Praxis Lindner'),
  jonas('2025-10-02 09:00', 'Lindner: 030 555 0142, ask for mornings'),
  me('2025-11-02 20:00', 'what do I do with the sourdough while I am away?'),
  you('2025-11-02 20:01', 'Keep it at 4 °C and feed it once a week.'),
  me('2025-10-07 08:00', 'visa appointment went well'),
  me('2025-10-06 21:00', 'my train leaves at 07:42 tomorrow'),
  me('2025-03-20 21:00', 'train was late again'),
  // Houses, in German.
  jonas('2025-10-20 18:00', 'Das Haus in der Lindenstraße kostet 480.000'),
  mine('2025-10-21 18:00', 'Zwei Häuser am Stadtrand sehen wir am Samstag an'),
  jonas('2025-11-12 18:00', 'Der Mietvertrag läuft noch bis Juni'),
  diary('2024-04-08 21:00', 'Rechnung der Werkstatt: 612 Euro für die Bremsen'),
  diary('2024-04-20 21:00', 'Langer Tag, viel Sonne'),
  diary('2024-05-01 21:00', '妈妈的生日是五月二十号，别忘了'),
  // Files.
  ana('2025-11-10 10:00', 'here it is', { file: 'lease-2025-signed.pdf' }),
  ana('2025-11-11 10:00', 'and the photos', { file: 'IMG_2231.jpg' }),
  jonas('2025-10-20 18:02', '', { file: 'Floorplan_Lindenstrasse.png' }),
  work('2026-01-17 10:00', 'for the bookkeeper', { file: 'invoice_0117.pdf' }),
  work('2025-06-17 10:00', 'for the bookkeeper', { file: 'invoice_0617.pdf' }),
  // Our own words.
  me('2025-06-28 20:00', 'which stove for camping?'),
  you('2025-06-28 20:01', 'For a camping stove I recommend the Trangia 27: no moving parts, burns spirit.'),
  work('2025-07-08 10:00', 'what is the VAT threshold?'),
  youAtWork('2025-07-08 10:01', longAnswer),
  // What was cleared.
  {
    when: '2025-11-19 20:00',
    where: 'secret',
    who: 'Mira',
    text: 'The surprise party for Ben is on 12 December at the Anchor',
  },
  { when: '2025-11-25 20:00', where: 'secret', who: 'Mira', text: 'balloons are ordered' },
]
