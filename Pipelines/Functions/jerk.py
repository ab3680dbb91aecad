import numpy as np
from swingpipe import Column, features


@features(
    columns=[Column("jerk_before_contact_g_s", unit="g/s", description="Largest jerk in the 50 ms before the anchor.")],
    before_s=0.05,
    after_s=0,
    streams=["accelerometer"],
)
def jerk(swings):
    steps = np.diff(swings.accelerometer.values, axis=1) / np.diff(swings.accelerometer.times, axis=1)[:, :, None]
    return {"jerk_before_contact_g_s": np.nanmax(np.linalg.norm(steps, axis=2), axis=1)}
