/**
 * The market as the practice service knows it, one line a model, series and power unit:
 * make | model | body | series | years | badges, cheapest first | power unit | gearbox | drive | new price, from and to, thousands.
 * A power unit is "litres cylinders fuel kW Nm", with "turbo" where it has one, or "electric kWh kW Nm km".
 * Prices and figures are of the right size for the Australian market; they are practice material, not a reference.
 */
export const modelLines = `
Toyota|Corolla|Hatch|ZWE219R|2019-2026|Ascent Sport;SX;ZR|1.8 4 hybrid 103 142|CVT|FWD|30-40
Toyota|Corolla|Hatch|MZEA12R|2018-2024|Ascent Sport;SX;ZR|2.0 4 petrol 125 200|CVT|FWD|27-36
Toyota|Corolla|Hatch|ZRE182R|2013-2018|Ascent;Ascent Sport;SX;ZR|1.8 4 petrol 103 173|CVT|FWD|20-30
Toyota|Camry|Sedan|AXVH70R|2018-2024|Ascent;Ascent Sport;SX;SL|2.5 4 hybrid 160 221|CVT|FWD|32-48
Toyota|Camry|Sedan|ASV50R|2012-2017|Altise;Atara S;Atara SX;Atara SL|2.5 4 petrol 133 231|Automatic|FWD|28-40
Toyota|RAV4|SUV|AXAH52R|2019-2025|GX;GXL;Cruiser|2.5 4 hybrid 160 221|CVT|FWD|37-48
Toyota|RAV4|SUV|AXAH54R|2019-2025|GX;GXL;Cruiser;Edge|2.5 4 hybrid 163 221|CVT|AWD|40-54
Toyota|RAV4|SUV|ASA44R|2013-2018|GX;GXL;Cruiser|2.5 4 petrol 132 233|Automatic|AWD|32-46
Toyota|HiLux|Ute|GUN126R|2015-2025|WorkMate;SR;SR5;Rogue;Rugged X|2.8 4 diesel turbo 150 500|Automatic|4x4|45-72
Toyota|HiLux|Ute|KUN26R|2009-2015|SR;SR5|3.0 4 diesel turbo 126 343|Manual|4x4|40-52
Toyota|LandCruiser|SUV|FJA300R|2021-2026|GX;GXL;VX;Sahara;GR Sport;Sahara ZX|3.3 6 diesel turbo 227 700|Automatic|4x4|95-150
Toyota|LandCruiser|SUV|VDJ200R|2010-2021|GX;GXL;VX;Sahara|4.5 8 diesel turbo 200 650|Automatic|4x4|80-130
Toyota|LandCruiser Prado|SUV|GDJ150R|2015-2023|GX;GXL;VX;Kakadu|2.8 4 diesel turbo 150 500|Automatic|4x4|60-90
Toyota|LandCruiser Prado|SUV|GDJ250R|2024-2026|GX;GXL;VX;Altitude;Kakadu|2.8 4 diesel turbo 150 500|Automatic|4x4|73-100
Toyota|Kluger|SUV|AXUH78R|2021-2026|GX;GXL;Grande|2.5 4 hybrid 184 242|CVT|AWD|58-78
Toyota|Kluger|SUV|GSU55R|2014-2020|GX;GXL;Grande|3.5 6 petrol 218 350|Automatic|AWD|45-68
Toyota|Yaris Cross|SUV|MXPJ10R|2020-2026|GX;GXL;Urban;GR Sport|1.5 3 hybrid 85 120|CVT|FWD|30-39
Toyota|C-HR|SUV|NGX50R|2017-2023|Standard;Koba|1.2 4 petrol turbo 85 185|CVT|AWD|29-36
Toyota|HiAce|Van|GDH300R|2019-2026|LWB;SLWB|2.8 4 diesel turbo 130 450|Automatic|RWD|43-58
Toyota|bZ4X|SUV|XEAM10R|2024-2026|Standard;Touring|electric 71.4 150 266 436|Reduction Gear|FWD|60-75
Mazda|Mazda2|Hatch|DJ|2015-2026|G15 Pure;G15 Evolve;G15 GT|1.5 4 petrol 82 144|Automatic|FWD|20-27
Mazda|Mazda3|Hatch|BP|2019-2026|G20 Pure;G20 Evolve;G20 Touring;G25 GT;G25 Astina|2.0 4 petrol 114 200|Automatic|FWD|26-40
Mazda|Mazda3|Sedan|BM|2014-2018|Neo;Maxx;Touring;SP25;SP25 Astina|2.0 4 petrol 114 200|Automatic|FWD|21-36
Mazda|CX-3|SUV|DK|2015-2024|Neo;Maxx;sTouring;Akari|2.0 4 petrol 110 195|Automatic|FWD|22-38
Mazda|CX-30|SUV|DM|2020-2026|G20 Pure;G20 Evolve;G20 Touring;G25 Astina|2.0 4 petrol 114 200|Automatic|FWD|30-46
Mazda|CX-5|SUV|KF|2017-2025|Maxx;Maxx Sport;Touring;GT;Akera|2.5 4 petrol 140 252|Automatic|AWD|34-54
Mazda|CX-5|SUV|KE|2012-2016|Maxx;Maxx Sport;Grand Touring;Akera|2.2 4 diesel turbo 129 420|Automatic|AWD|33-50
Mazda|CX-9|SUV|TC|2016-2023|Sport;Touring;GT;Azami|2.5 4 petrol turbo 170 420|Automatic|AWD|44-72
Mazda|BT-50|Ute|TF|2020-2026|XS;XT;XTR;GT;SP;Thunder|3.0 4 diesel turbo 140 450|Automatic|4x4|45-74
Mazda|BT-50|Ute|UR|2011-2020|XT;XTR;GT|3.2 5 diesel turbo 147 470|Automatic|4x4|38-54
Mazda|MX-5|Convertible|ND|2015-2026|Roadster;RF;GT|2.0 4 petrol 135 205|Manual|RWD|36-54
Ford|Ranger|Ute|P703|2022-2026|XL;XLS;XLT;Sport;Wildtrak;Platinum|2.0 4 diesel turbo 154 500|Automatic|4x4|44-80
Ford|Ranger|Ute|PX|2011-2022|XL;XLS;XLT;Wildtrak;FX4|3.2 5 diesel turbo 147 470|Automatic|4x4|40-64
Ford|Ranger Raptor|Ute|P703|2022-2026|Raptor|3.0 6 petrol turbo 292 583|Automatic|4x4|87-92
Ford|Everest|SUV|UB|2022-2026|Ambiente;Trend;Sport;Platinum|3.0 6 diesel turbo 184 600|Automatic|4x4|60-82
Ford|Everest|SUV|UA|2015-2022|Ambiente;Trend;Titanium|3.2 5 diesel turbo 143 470|Automatic|4x4|52-74
Ford|Focus|Hatch|LZ|2015-2018|Trend;Sport;Titanium|1.5 4 petrol turbo 132 240|Automatic|FWD|24-33
Ford|Falcon|Sedan|FG X|2014-2016|Falcon;XR6;XR6 Turbo;G6E|4.0 6 petrol 195 391|Automatic|RWD|36-48
Ford|Territory|SUV|SZ|2011-2016|TX;TS;Titanium|2.7 6 diesel turbo 140 440|Automatic|AWD|40-60
Ford|Mustang|Coupe|FM|2015-2023|GT;Mach 1|5.0 8 petrol 339 556|Manual|RWD|58-84
Ford|Transit Custom|Van|VN|2014-2024|290S;340L;Trail|2.0 4 diesel turbo 125 390|Automatic|FWD|42-60
Holden|Commodore|Sedan|VF|2013-2017|Evoke;SV6;SS;SS V;Calais V|3.6 6 petrol 210 350|Automatic|RWD|35-60
Holden|Commodore|Liftback|ZB|2018-2020|LT;RS;RS-V;VXR;Calais|2.0 4 petrol turbo 191 350|Automatic|FWD|34-56
Holden|Colorado|Ute|RG|2012-2020|LS;LSX;LTZ;Z71|2.8 4 diesel turbo 147 500|Automatic|4x4|42-58
Holden|Astra|Hatch|BK|2016-2020|R;R+;RS;RS-V|1.4 4 petrol turbo 110 240|Automatic|FWD|22-34
Holden|Trax|SUV|TJ|2013-2020|LS;LT;LTZ|1.4 4 petrol turbo 103 200|Automatic|FWD|23-31
Hyundai|i30|Hatch|PD|2017-2024|Go;Active;Elite;N Line;N Line Premium|2.0 4 petrol 120 203|Automatic|FWD|22-37
Hyundai|i30|Hatch|GD|2012-2017|Active;Elite;SR;Premium|1.8 4 petrol 107 175|Automatic|FWD|20-34
Hyundai|i30 N|Hatch|PDe|2018-2024|N;N Premium|2.0 4 petrol turbo 206 392|Manual|FWD|42-53
Hyundai|Tucson|SUV|NX4|2021-2026|Tucson;Elite;Highlander;N Line|1.6 4 petrol turbo 132 265|Automatic|AWD|36-56
Hyundai|Tucson|SUV|TL|2015-2021|Active;Active X;Elite;Highlander|2.0 4 diesel turbo 136 400|Automatic|AWD|30-48
Hyundai|Kona|SUV|SX2|2023-2026|Kona;Premium;N Line|2.0 4 petrol 110 180|CVT|FWD|32-44
Hyundai|Kona|SUV|OS|2017-2023|Go;Active;Elite;Highlander|2.0 4 petrol 110 180|Automatic|FWD|25-40
Hyundai|Kona Electric|SUV|OSEV|2019-2023|Elite;Highlander|electric 64 150 395 484|Reduction Gear|FWD|60-70
Hyundai|Santa Fe|SUV|TM|2018-2023|Active;Elite;Highlander|2.2 4 diesel turbo 148 440|Automatic|AWD|46-68
Hyundai|IONIQ 5|SUV|NE|2021-2026|Dynamiq;Techniq;Epiq|electric 77.4 239 605 454|Reduction Gear|AWD|70-86
Hyundai|iLoad|Van|TQ|2008-2021|Van;Crew Van|2.5 4 diesel turbo 125 441|Automatic|RWD|36-44
Kia|Cerato|Hatch|BD|2018-2024|S;Sport;Sport+;GT|2.0 4 petrol 112 192|Automatic|FWD|24-38
Kia|Sportage|SUV|NQ5|2021-2026|S;SX;SX+;GT-Line|2.0 4 diesel turbo 137 416|Automatic|AWD|36-56
Kia|Sportage|SUV|QL|2016-2021|Si;SLi;GT-Line|2.0 4 petrol 114 192|Automatic|FWD|29-42
Kia|Seltos|SUV|SP2|2019-2026|S;Sport;Sport+;GT-Line|2.0 4 petrol 110 180|CVT|FWD|27-42
Kia|Sorento|SUV|MQ4|2020-2026|S;Sport;Sport+;GT-Line|2.2 4 diesel turbo 148 440|Automatic|AWD|48-70
Kia|Carnival|People Mover|KA4|2021-2026|S;Si;SLi;Platinum|2.2 4 diesel turbo 148 440|Automatic|FWD|50-72
Kia|Picanto|Hatch|JA|2017-2026|S;Sport;X-Line;GT-Line|1.2 4 petrol 62 122|Automatic|FWD|15-22
Kia|Stinger|Liftback|CK|2017-2023|330S;GT;GT Carbon|3.3 6 petrol turbo 274 510|Automatic|RWD|50-66
Kia|EV6|SUV|CV|2022-2026|Air;GT-Line;GT|electric 77.4 239 605 484|Reduction Gear|AWD|72-99
Mitsubishi|Triton|Ute|MV|2024-2026|GLX;GLX+;GLS;GSR|2.4 4 diesel turbo 150 470|Automatic|4x4|44-64
Mitsubishi|Triton|Ute|MR|2018-2023|GLX;GLX+;GLS;GSR|2.4 4 diesel turbo 133 430|Automatic|4x4|38-56
Mitsubishi|Triton|Ute|MQ|2015-2018|GLX;GLS;Exceed|2.4 4 diesel turbo 133 430|Automatic|4x4|36-48
Mitsubishi|Outlander|SUV|ZM|2021-2026|ES;LS;Aspire;Exceed;Exceed Tourer|2.5 4 petrol 135 244|CVT|AWD|36-56
Mitsubishi|Outlander|SUV|ZL|2016-2021|ES;LS;Exceed|2.4 4 petrol 124 220|CVT|AWD|30-46
Mitsubishi|Outlander PHEV|SUV|ZM|2022-2026|ES;Aspire;Exceed;GSR|2.4 4 plug-in 185 450|Automatic|AWD|57-74
Mitsubishi|ASX|SUV|XD|2017-2024|MR;ES;LS;GSR;Exceed|2.0 4 petrol 110 197|CVT|FWD|24-35
Mitsubishi|Pajero Sport|SUV|QF|2020-2025|GLX;GLS;Exceed;GSR|2.4 4 diesel turbo 133 430|Automatic|4x4|48-64
Mitsubishi|Pajero|SUV|NX|2014-2021|GLX;GLS;Exceed|3.2 4 diesel turbo 141 441|Automatic|4x4|50-66
Mitsubishi|Lancer|Sedan|CF|2014-2017|ES Sport;LS;GSR|2.0 4 petrol 110 197|CVT|FWD|19-27
Nissan|X-Trail|SUV|T33|2022-2026|ST;ST-L;Ti;Ti-L|2.5 4 petrol 135 244|CVT|AWD|39-55
Nissan|X-Trail|SUV|T32|2014-2022|ST;ST-L;Ti|2.5 4 petrol 126 226|CVT|AWD|30-46
Nissan|Navara|Ute|D23|2015-2025|SL;ST;ST-X;PRO-4X|2.3 4 diesel turbo 140 450|Automatic|4x4|42-64
Nissan|Patrol|SUV|Y62|2013-2026|Ti;Ti-L|5.6 8 petrol 298 560|Automatic|4x4|80-104
Nissan|Qashqai|SUV|J12|2022-2026|ST;ST+;ST-L;Ti|1.3 4 petrol turbo 110 250|CVT|FWD|34-49
Nissan|Qashqai|SUV|J11|2014-2022|ST;ST-L;Ti|2.0 4 petrol 106 200|CVT|FWD|27-39
Nissan|Leaf|Hatch|ZE1|2019-2025|Leaf;e+|electric 62 160 340 385|Reduction Gear|FWD|50-64
Subaru|Forester|SUV|S5|2018-2025|2.5i;2.5i-L;2.5i Premium;2.5i-S|2.5 4 petrol 136 239|CVT|AWD|34-48
Subaru|Forester|SUV|S4|2012-2018|2.5i-L;2.5i-S;XT|2.5 4 petrol 126 235|CVT|AWD|30-44
Subaru|Outback|Wagon|B7A|2020-2025|AWD;AWD Sport;AWD Touring|2.5 4 petrol 138 245|CVT|AWD|40-54
Subaru|Outback|Wagon|B6A|2014-2020|2.0D;2.5i;2.5i Premium;3.6R|2.5 4 petrol 129 235|CVT|AWD|36-49
Subaru|XV|SUV|G5X|2017-2022|2.0i;2.0i-L;2.0i Premium;2.0i-S|2.0 4 petrol 115 196|CVT|AWD|28-38
Subaru|WRX|Sedan|V1|2014-2021|WRX;Premium;STI|2.0 4 petrol turbo 197 350|Manual|AWD|39-58
Honda|CR-V|SUV|RW|2017-2023|VTi;VTi-S;VTi-L;VTi-LX|1.5 4 petrol turbo 140 240|CVT|AWD|30-48
Honda|Civic|Hatch|FK4|2017-2021|VTi;VTi-S;VTi-L;RS|1.8 4 petrol 104 174|CVT|FWD|22-34
Honda|HR-V|SUV|MR|2015-2022|VTi;VTi-S;RS;VTi-L|1.8 4 petrol 105 172|CVT|FWD|25-36
Honda|Jazz|Hatch|GF|2014-2020|VTi;VTi-S;VTi-L|1.5 4 petrol 88 145|CVT|FWD|15-23
Volkswagen|Golf|Hatch|Mk8|2021-2025|Golf;Life;R-Line|1.4 4 petrol turbo 110 250|Automatic|FWD|32-42
Volkswagen|Golf|Hatch|Mk7|2013-2020|90TSI;92TSI;103TSI Highline;110TSI Comfortline|1.4 4 petrol turbo 110 250|Automatic|FWD|24-38
Volkswagen|Tiguan|SUV|5N|2016-2024|110TSI Trendline;132TSI Life;162TSI Highline;162TSI R-Line|2.0 4 petrol turbo 132 320|Automatic|AWD|36-60
Volkswagen|Polo|Hatch|AW|2018-2026|70TSI Trendline;85TSI Comfortline;85TSI Style|1.0 3 petrol turbo 85 200|Automatic|FWD|19-34
Volkswagen|Amarok|Ute|2H|2012-2022|TDI420 Core;TDI550 Core;TDI580 Highline;TDI580 Ultimate|3.0 6 diesel turbo 190 580|Automatic|4x4|44-76
Volkswagen|Amarok|Ute|NF|2023-2026|Core;Life;Style;PanAmericana;Aventura|3.0 6 diesel turbo 184 600|Automatic|4x4|53-80
Isuzu|D-MAX|Ute|RG|2020-2026|SX;LS-M;LS-U;X-Terrain|3.0 4 diesel turbo 140 450|Automatic|4x4|45-68
Isuzu|D-MAX|Ute|TF|2012-2020|SX;LS-M;LS-U;LS-T|3.0 4 diesel turbo 130 430|Automatic|4x4|40-54
Isuzu|MU-X|SUV|RJ|2021-2026|LS-M;LS-U;LS-T|3.0 4 diesel turbo 140 450|Automatic|4x4|48-68
Suzuki|Swift|Hatch|AZ|2017-2024|GL;GL Navigator;GLX Turbo|1.2 4 petrol 66 120|CVT|FWD|17-26
Suzuki|Jimny|SUV|JB74|2019-2026|Lite;GLX;XL|1.5 4 petrol 75 130|Automatic|4x4|28-36
Suzuki|Vitara|SUV|LY|2015-2025|RT-S;RT-X;Turbo|1.6 4 petrol 86 156|Automatic|FWD|22-37
MG|ZS|SUV|AZS1|2017-2024|Core;Soul;Excite;Essence|1.5 4 petrol 84 150|Automatic|FWD|20-27
MG|MG3|Hatch|SZP1|2018-2024|Core;Excite|1.5 4 petrol 82 150|Automatic|FWD|16-20
MG|HS|SUV|SAS23|2019-2025|Core;Vibe;Excite;Essence|1.5 4 petrol turbo 119 250|Automatic|FWD|29-40
MG|MG4|Hatch|EH32|2023-2026|Excite 51;Excite 64;Essence 64|electric 64 150 250 450|Reduction Gear|RWD|39-50
GWM|Haval Jolion|SUV|A01|2021-2026|Premium;Lux;Ultra|1.5 4 petrol turbo 110 210|Automatic|FWD|26-38
GWM|Ute|Ute|NPW|2020-2025|Cannon;Cannon-L;Cannon-X|2.0 4 diesel turbo 120 400|Automatic|4x4|34-46
BYD|Atto 3|SUV|BY|2022-2026|Standard Range;Extended Range|electric 60.5 150 310 420|Reduction Gear|FWD|45-52
BYD|Seal|Sedan|BY|2023-2026|Dynamic;Premium;Performance|electric 82.5 230 360 570|Reduction Gear|RWD|50-69
BYD|Dolphin|Hatch|BY|2023-2026|Dynamic;Premium|electric 60.5 150 310 427|Reduction Gear|FWD|37-44
BYD|Shark 6|Ute|BY|2024-2026|Premium|1.5 4 plug-in 321 650|Automatic|4x4|58-60
Tesla|Model 3|Sedan|3|2019-2026|Rear-Wheel Drive;Long Range;Performance|electric 78.1 324 493 602|Reduction Gear|AWD|58-82
Tesla|Model Y|SUV|Y|2022-2026|Rear-Wheel Drive;Long Range;Performance|electric 78.1 378 493 533|Reduction Gear|AWD|65-92
LDV|T60|Ute|SK8C|2017-2025|Pro;Luxe;Max Luxe|2.0 4 diesel turbo 160 500|Automatic|4x4|32-48
Lexus|NX|SUV|AAZH20R|2021-2026|NX350h Luxury;NX350h Sports Luxury;NX350h F Sport|2.5 4 hybrid 179 239|CVT|AWD|66-86
Lexus|RX|SUV|GYL25R|2015-2022|RX450h Luxury;RX450h F Sport;RX450h Sports Luxury|3.5 6 hybrid 230 335|CVT|AWD|88-112
BMW|3 Series|Sedan|G20|2019-2026|320i;330i;M340i|2.0 4 petrol turbo 190 400|Automatic|RWD|70-108
BMW|3 Series|Sedan|F30|2012-2019|318i;320d;320i;330i|2.0 4 petrol turbo 135 290|Automatic|RWD|54-76
BMW|X3|SUV|G01|2017-2024|sDrive20i;xDrive20d;xDrive30i;M40i|2.0 4 petrol turbo 185 350|Automatic|AWD|66-118
BMW|X5|SUV|G05|2018-2026|xDrive25d;xDrive30d;xDrive40i|3.0 6 diesel turbo 210 650|Automatic|AWD|108-144
Mercedes-Benz|C-Class|Sedan|W206|2022-2026|C200;C300|2.0 4 petrol turbo 190 400|Automatic|RWD|80-98
Mercedes-Benz|C-Class|Sedan|W205|2014-2021|C180;C200;C300|2.0 4 petrol turbo 150 300|Automatic|RWD|58-80
Mercedes-Benz|GLC|SUV|X253|2015-2022|GLC200;GLC220d;GLC250;GLC300|2.0 4 diesel turbo 143 400|Automatic|AWD|64-90
Mercedes-Benz|Sprinter|Van|VS30|2018-2026|311;314;416;516|2.1 4 diesel turbo 105 330|Automatic|RWD|58-84
Audi|A3|Hatch|8Y|2021-2026|35 TFSI;40 TFSI;S3|1.4 4 petrol turbo 110 250|Automatic|FWD|48-74
Audi|Q5|SUV|FY|2017-2025|40 TDI;45 TFSI;50 TDI;SQ5|2.0 4 petrol turbo 183 370|Automatic|AWD|66-112
Volvo|XC60|SUV|UZ|2017-2026|B5 Plus;B5 Ultimate;B6 R-Design|2.0 4 petrol turbo 183 350|Automatic|AWD|66-96
Land Rover|Discovery Sport|SUV|L550|2015-2025|SE;HSE;R-Dynamic SE|2.0 4 diesel turbo 150 430|Automatic|AWD|62-88
Jeep|Grand Cherokee|SUV|WK|2011-2021|Laredo;Limited;Overland;Summit|3.0 6 diesel turbo 184 570|Automatic|4x4|52-84
Jeep|Wrangler|SUV|JL|2019-2026|Sport S;Overland;Rubicon|3.6 6 petrol 209 347|Automatic|4x4|50-84
Ram|1500|Ute|DS|2018-2026|Express;Laramie;Limited|5.7 8 petrol 291 556|Automatic|4x4|85-145
Skoda|Octavia|Wagon|NX|2021-2026|Ambition;Style;RS|1.4 4 petrol turbo 110 250|Automatic|FWD|32-52
Peugeot|3008|SUV|P84|2017-2024|Active;Allure;GT Line;GT|1.6 4 petrol turbo 121 240|Automatic|FWD|38-56
Renault|Koleos|SUV|HZG|2016-2024|Life;Zen;Intens|2.5 4 petrol 126 226|CVT|FWD|31-46
`
