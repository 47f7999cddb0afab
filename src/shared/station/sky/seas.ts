import { m } from '#words';

/** The names of the seas whose outlines are in `seas.json`. A sea comes before the larger sea that contains it. */
export const seaWords = {
  caspian_sea: m.places_caspian_sea,
  sea_of_azov: m.places_sea_of_azov,
  black_sea: m.places_black_sea,
  adriatic_sea: m.places_adriatic_sea,
  aegean_sea: m.places_aegean_sea,
  mediterranean_sea: m.places_mediterranean_sea,
  gulf_of_aqaba: m.places_gulf_of_aqaba,
  red_sea: m.places_red_sea,
  gulf_of_aden: m.places_gulf_of_aden,
  persian_gulf: m.places_persian_gulf,
  gulf_of_oman: m.places_gulf_of_oman,
  arabian_sea: m.places_arabian_sea,
  laccadive_sea: m.places_laccadive_sea,
  andaman_sea: m.places_andaman_sea,
  bay_of_bengal: m.places_bay_of_bengal,
  strait_of_malacca: m.places_strait_of_malacca,
  gulf_of_thailand: m.places_gulf_of_thailand,
  gulf_of_tonkin: m.places_gulf_of_tonkin,
  java_sea: m.places_java_sea,
  south_china_sea: m.places_south_china_sea,
  sulu_sea: m.places_sulu_sea,
  celebes_sea: m.places_celebes_sea,
  molucca_sea: m.places_molucca_sea,
  flores_sea: m.places_flores_sea,
  banda_sea: m.places_banda_sea,
  timor_sea: m.places_timor_sea,
  arafura_sea: m.places_arafura_sea,
  gulf_of_carpentaria: m.places_gulf_of_carpentaria,
  bismarck_sea: m.places_bismarck_sea,
  solomon_sea: m.places_solomon_sea,
  coral_sea: m.places_coral_sea,
  tasman_sea: m.places_tasman_sea,
  bass_strait: m.places_bass_strait,
  great_australian_bight: m.places_great_australian_bight,
  sea_of_japan: m.places_sea_of_japan,
  yellow_sea: m.places_yellow_sea,
  east_china_sea: m.places_east_china_sea,
  sea_of_okhotsk: m.places_sea_of_okhotsk,
  philippine_sea: m.places_philippine_sea,
  bering_sea: m.places_bering_sea,
  gulf_of_alaska: m.places_gulf_of_alaska,
  gulf_of_california: m.places_gulf_of_california,
  gulf_of_mexico: m.places_gulf_of_mexico,
  caribbean_sea: m.places_caribbean_sea,
  gulf_of_saint_lawrence: m.places_gulf_of_saint_lawrence,
  hudson_bay: m.places_hudson_bay,
  labrador_sea: m.places_labrador_sea,
  baltic_sea: m.places_baltic_sea,
  english_channel: m.places_english_channel,
  north_sea: m.places_north_sea,
  irish_sea: m.places_irish_sea,
  celtic_sea: m.places_celtic_sea,
  bay_of_biscay: m.places_bay_of_biscay,
  norwegian_sea: m.places_norwegian_sea,
  gulf_of_guinea: m.places_gulf_of_guinea,
  mozambique_channel: m.places_mozambique_channel,
  scotia_sea: m.places_scotia_sea,
  drake_passage: m.places_drake_passage,
} as const;

/**
 * Coarse outlines of the seas of the world, as in `seas.json`: longitude and latitude alternating in whole degrees;
 * each ring is closed implicitly. They may cover land, because countries are looked up first. Limits of the
 * International Hydrographic Organization (Special Publication 23, 1953), simplified manually: accurate to a degree or
 * two.
 */
export type SeaOutlines = Readonly<Record<keyof typeof seaWords, readonly number[]>>;

/** The border between two oceans as longitudes at latitudes from south to north, with straight lines between them. */
type Border = readonly (readonly [latitude: number, longitude: number])[];

// prettier-ignore
const borders = {
  /** Along Cape Horn, the Andes, Panama and the Rocky Mountains. */
  pacificAtlantic: [[-60, -67.3], [-53, -70], [-20, -67], [0, -75], [7, -77.3], [9, -80.5], [12, -85.5], [17, -95], [20, -100], [30, -106], [60, -130], [70, -150]],
  /** Along Cape Agulhas, Africa and Anatolia. */
  atlanticIndian: [[-60, 20], [-30, 20], [0, 30], [15, 35], [30, 33], [70, 60]],
  /** Along Tasmania, Torres Strait, the Sunda Islands and Malaya. */
  indianPacific: [[-60, 146.9], [-39, 146.9], [-17, 143], [-11, 142.5], [-9.5, 125], [-8, 116], [-6, 105.8], [0, 101], [7, 100], [28, 98], [70, 90]],
} as const satisfies Record<string, Border>;

/** The ocean at a place that is not on land, in the language of the app. Degrees, longitude in [-180, 180]. */
export function oceanAt(latitude: number, longitude: number): string {
  if (latitude > 66.5) return m.places_arctic_ocean();
  if (latitude < -60) return m.places_southern_ocean();
  const isWestOf = (border: Border): boolean => longitude < borderLongitude(border, latitude);
  const isNorth = latitude >= 0;
  if (isWestOf(borders.pacificAtlantic) || !isWestOf(borders.indianPacific))
    return isNorth ? m.places_north_pacific_ocean() : m.places_south_pacific_ocean();
  if (!isWestOf(borders.atlanticIndian)) return m.places_indian_ocean();
  return isNorth ? m.places_north_atlantic_ocean() : m.places_south_atlantic_ocean();
}

function borderLongitude(border: Border, latitude: number): number {
  let [south, west] = border[0] ?? [0, 0];
  for (const [north, east] of border) {
    if (latitude <= north) {
      const share = north === south ? 0 : Math.max(0, (latitude - south) / (north - south));
      return west + share * (east - west);
    }
    [south, west] = [north, east];
  }
  return west;
}
