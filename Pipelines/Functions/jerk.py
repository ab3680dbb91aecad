import numpy as np
from swingpipe import Column, features

JERK = Column("jerk_before_contact_g_s", unit="g/s", description="Largest jerk in the 50 ms before the anchor.")

@features(columns=[JERK], before_s=0.05, after_s=0, streams=["accelerometer"])
def jerk(swings):
    window = swings.accelerometer
    steps = np.diff(window.values, axis=1) / np.diff(window.times, axis=1)[:, :, None]
    return {"jerk_before_contact_g_s": np.nanmax(np.linalg.norm(steps, axis=2), axis=1)}
