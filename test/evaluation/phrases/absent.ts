/** What people ask for and the service has not. */
export const absent = `
run payroll for November
print payslips
log my working hours
start the timer on a project
timesheets of my team
send an email newsletter to all customers
marketing campaign for black friday
book an appointment for a haircut
customer calendar for next week
manage leads in the sales pipeline
kanban board for deals
open a support ticket
chat with a customer on whatsapp
post on Instagram
build a website
publish products to Shopify
loyalty points for regulars
sell a gift card
holiday request of an employee
hire someone and post a job ad
mileage log for the car
manufacturing order with bill of materials
print a DHL shipping label
track a parcel
book a hotel room
table reservation at the restaurant
weather tomorrow
file my income tax return
apply for a loan
buy shares
translate this letter
project plan with tasks and milestones
electronic signature for a contract
shift schedule for the staff
machine maintenance plan
train ticket to Berlin
play music
customer satisfaction survey
Lohnabrechnung machen
Arbeitszeiten erfassen
Newsletter verschicken
Termin vereinbaren
Urlaubsantrag stellen
Gutscheinkarte verkaufen
faire les fiches de paie
envoyer une newsletter
prendre rendez-vous
feuille de temps
hacer las nóminas
campaña de correo
reservar una cita
registro de horas trabajadas
loonstrook maken
nieuwsbrief versturen
afspraak inplannen
urenregistratie
punch clock for staff
fleet management of vehicles
recruiting applicants
send SMS to customers
create a webhook endpoint subscription
rotate signing secret
revoke an API token for an AI client
tell my web shop when something sells
don't ask me every time before you do something
creat webhook
`;
