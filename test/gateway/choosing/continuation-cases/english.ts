export const english = String.raw`
[answer: continues]
ana 3h: Can you find a train to Porto for Friday?
bot 3h: There is one at 9:10 for 24 euros. Shall I book it?
> yes, go ahead

[answer: continues]
ana 5h: I need a table at Marlow's on Saturday
bot 5h: They have room at seven and at nine. How many people are you?
> we'll be six, maybe seven

[choice: continues]
ana 2h: I want to repaint the kitchen, any ideas?
bot 2h: 1. A warm white\n2. Sage green\n3. Pale terracotta\nWhich do you like best?
> the second one

[choice: continues]
ana 4h: compare the two insurance offers please
bot 4h: Allby costs 18 a month with a 200 deductible, Norden 23 with none.
> I'd go for the cheaper one then

[ellipsis: continues]
ana 2h: What will the weather be like in Bergen today?
bot 2h: Rain until four, then dry, 11 degrees.
> and tomorrow?

[ellipsis: continues]
ana 3h: How much is a monthly ticket for zone B?
bot 3h: 86 pounds.
> what about students?

[anaphora: continues]
ana 90m: Write a short mail to Dr. Keller that I can't come on Monday
bot 89m: Dear Dr. Keller, unfortunately I can't make it on Monday. Could we find another date? Best, Ana
> make it a bit friendlier and send it to her

[anaphora: continues or open]
ana 1d: Which laptop stand did the forum recommend?
bot 1d: The Tilbury 3, mostly because it folds flat.
> does that one also fit a 17 inch?

[correction: continues]
ana 50m: Put the dentist in my calendar for Thursday at ten
bot 49m: Done: dentist, Thursday 10:00.
> no, I meant Tuesday

[correction: continues]
ana 4h: translate the notice for the neighbours into Polish
bot 4h: Szanowni Państwo, w sobotę od 8 do 12 nie będzie wody.
> actually it should say Sunday, not Saturday

[closing: continues]
ana 2h: How do I get red wine out of a carpet?
bot 2h: Blot it, then cold water with a little washing-up liquid, then baking soda overnight.
> thanks, that worked!

[closing: continues]
ana 3h: remind me at six to call the plumber
bot 3h: I will remind you at 18:00.
> perfect, thank you so much

[greeting: new]
ana 9h: What does the error "address already in use" mean?
bot 9h: Another process listens on that port already. Find it with ss -ltnp.
> Good morning!

[greeting: new]
ana 20h: How long do I boil an egg?
bot 20h: Seven minutes for a soft yolk.
> hey there, can you help me plan a birthday party for my niece?

[announced: new]
ana 4m: Is the rent due on the first or the third?
bot 3m: On the third working day, so this month on the 5th.
> new topic: I need a present for my father, he likes fishing

[announced: new]
ana 12m: what is the difference between a latte and a flat white
bot 11m: Less milk and less foam in a flat white.
> On a completely different note, how do I cancel my gym membership?

[elsewhere: new or open]
ana 11m: Which trains go to Leeds before noon?
bot 10m: 8:15, 9:45 and 11:03.
> What is the boiling point of ethanol at sea level?

[elsewhere: new]
ana 7h: Summarise the minutes of the housing meeting for me
bot 7h: The roof is repaired in May, costs are shared by flat size, Mr. Hale stays chair.
> Please write a Python function that checks whether a string is a palindrome

[words: continues or open]
ana 3d: The contractor says the soffit needs replacing before the gutters
bot 3d: That makes sense: the soffit carries the gutter brackets.
> how much would replacing the soffit cost per metre?

[words: continues or open]
ana 2d: My sourdough starter smells of acetone
bot 2d: It is hungry. Feed it twice a day for a while.
> The starter has doubled today, is the acetone smell gone for good now?

[paste: new or open]
ana 6m: Do I need a visa for Vietnam?
bot 5m: Not for stays of up to 45 days with your passport.
> import pandas as pd
df = pd.read_csv("sales.csv")
grouped = df.groupby("region")["amount"].sum()
print(grouped.sort_values(ascending=False).head(10))
Traceback (most recent call last):
  File "report.py", line 3, in <module>
KeyError: 'region'

[paste: new or open]
ana 9m: what goes well with roast lamb?
bot 8m: Rosemary potatoes and green beans.
> Dear tenants, we would like to inform you that the lift will be out of service from 4 to 8 May for its yearly inspection. During this time please use the stairs. Residents with reduced mobility can contact the caretaker under extension 14 to arrange assistance. We apologise for the inconvenience. Property management
Can you turn this into two sentences?

[mixed: new]
ana 10m: book the hotel in Ghent
bot 9m: Booked: two nights, breakfast included.
/new 1m
> what should I pack for it?

[mixed: continues or open]
ana 14h: The landlord wants to raise the rent by nine percent
bot 14h: The cap in your city is eight percent, if it applies to your building.
> Morning! Did you find out whether the rent cap applies to us?
`
