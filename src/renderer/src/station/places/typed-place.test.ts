import { describe, expect, it } from 'vitest';
import { readTypedPlace } from './typed-place.ts';

describe('readTypedPlace', () => {
  it.each([
    ['48.14, 11.58', 48.14, 11.58],
    ['48,14; 11,58', 48.14, 11.58],
    ['48,14 11,58', 48.14, 11.58],
    ['51°30′N 0°7′W', 51.5, -7 / 60],
    ['51°30\'26"N, 0°7\'39"W', 51.5072, -0.1275],
    ['33.87 S 151.21 E', -33.87, 151.21],
    ['13.4 E 52.5 N', 52.5, 13.4],
    ['-34.6 -58.38', -34.6, -58.38],
    ['geo:52.52,13.40', 52.52, 13.4],
    ['北緯35度39分31秒 東経139度44分43秒', 35.6586, 139.7453],
    ['北緯３５度３９分３１秒、東経１３９度４４分４３秒', 35.6586, 139.7453],
    ['٤٨٫١٤، ١١٫٥٨', 48.14, 11.58],
    ['४८.१४, ११.५८', 48.14, 11.58],
    ['Lat: 48.137 Lon: 11.575', 48.137, 11.575],
    ['lat=48.137&lon=11.575', 48.137, 11.575],
    ['Lon: 11.575, Lat: 48.137', 48.137, 11.575],
    ['Latitude -33.87 Longitude 151.21', -33.87, 151.21],
    ['Breite: 48,137 Länge: 11,575', 48.137, 11.575],
    ['緯度: 35.6586 経度: 139.7454', 35.6586, 139.7454],
    ['https://www.openstreetmap.org/#map=12/48.1372/11.5755', 48.1372, 11.5755],
    ['\u200e48.137\u200f, \u202a11.575\u202c', 48.137, 11.575],
    ['48.137\u200b11.575', 48.137, 11.575],
    ['48:08:14N 11:34:31E', 48.1372, 11.5753],
    ['48:08:14.5 N, 011:34:31 E', 48.1374, 11.5753],
    ['48-08-14N 011-34-31E', 48.1372, 11.5753],
    ['48:08N 11:34E', 48.1333, 11.5667],
    ['480814N 0113431E', 48.1372, 11.5753],
    ['4808N01134E', 48.1333, 11.5667],
    ['+48.137+011.575/', 48.137, 11.575],
    ['48.137, 11.575, 519', 48.137, 11.575],
    ['48.137 -11.575 519.5 m', 48.137, -11.575],
    ['{48.137, 11.575}', 48.137, 11.575],
    ['{"lat": 48.137, "lng": 11.575}', 48.137, 11.575],
    ['POINT(11.575 48.137)', 48.137, 11.575],
    ['48.137 deg N, 11.575 deg E', 48.137, 11.575],
    ['48.137 Grad Nord, 11.575 Grad Ost', 48.137, 11.575],
    ['48°08′14″ nördlicher Breite, 11°34′31″ östlicher Länge', 48.1372, 11.5753],
    ['8FWH4HX8+QR', 48.1494, 11.5671],
    ['JN58td', 48.1458, 11.625],
    ['RE78ir', -41.2708, 174.7083],
    ['@48.137,11.575', 48.137, 11.575],
    ['geo:0,0?q=48.137,11.575(Home)', 48.137, 11.575],
    ['openstreetmap.org/#map=14/48.137/11.575', 48.137, 11.575],
    ['https://maps.google.com/maps?q=loc:48.137,11.575', 48.137, 11.575],
    ['https://www.google.com/maps/dir//48.137,11.575/', 48.137, 11.575],
    ['https://www.bing.com/maps?cp=48.137~11.575&lvl=12', 48.137, 11.575],
    ['https://wego.here.com/?map=48.137,11.575,12', 48.137, 11.575],
    ['https://share.here.com/l/48.137,11.575', 48.137, 11.575],
    ['https://yandex.com/maps/?ll=11.575%2C48.137&z=12', 48.137, 11.575],
  ])('reads %s as %d° north and %d° east', (text, latitude, longitude) => {
    const place = readTypedPlace(text);
    if (place?.ok !== true) throw new Error(place?.problem);
    expect(place.value.latitude).toBeCloseTo(latitude, 4);
    expect(place.value.longitude).toBeCloseTo(longitude, 4);
  });

  it.each([
    ...['', 'Munich', '東京', '80331 München', '10001 New York', '100-0001 東京'],
    ...['10 Downing Street, London', '12 de Octubre', 'Camp 12 C 1234'],
    ...['London SW1A 1AA', '25 de Mayo', 'D-80331 München', '6th of October City'],
  ])('leaves %j to the search for towns', (text) => {
    expect(readTypedPlace(text)).toBeNull();
  });

  it.each([
    ['48.14', /latitude and longitude/],
    ['91, 200', /between −90 and 90/],
    ['91 north, 20 east', /between −90 and 90/],
    ['48,14,11', /commas/],
    ['48,14 N 11,58 N', /latitude/],
    ['48.14, 200 E', /between/],
    ['Lat: 48.14', /read/],
    ['48.14 north', /latitude and longitude/],
    ['48.14 minutes', /read/],
    ['48.14abc 11.58abc', /read/],
    ['32U 691603 5334760', /Type latitude and longitude/],
    ['UTM 32N 691603 5334760', /Type latitude and longitude/],
    ['32TQM 1234 5678', /Type latitude and longitude/],
    ['33UUU8900019000', /Type latitude and longitude/],
    // A British postal code.
    ['BN11AA', /read/],
  ])('returns the reason why %s is no place', (text, words) => {
    const place = readTypedPlace(text);
    expect(place?.ok === false && place.problem).toMatch(words);
  });
});
